// Begins what is set up: here, at a table of the server, or with the deal of the day. One at a time.
import type { Wish } from '../../online/messages';
import { games, keepSafe, seedOfDay, settings, today, type SavedGame } from '../../store';
import { hasText, t } from '../../text';
import { go } from '../route.svelte';
import { plan } from '../setup.svelte';
import { toast } from '../ui/toasts.svelte';

class Starting {
  busy = $state(false);

  private async once(begin: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await begin();
    } finally {
      this.busy = false;
    }
  }

  here(more: Partial<SavedGame> = {}): Promise<void> {
    return this.once(async () => {
      const game = await plan.build(more);
      await games.put(game);
      keepSafe();
      plan.seed = '';
      go(`#/table/${game.id}`);
    });
  }

  // One sits down there at once, and has a link to send.
  far(wish: Wish): Promise<void> {
    return this.once(async () => {
      try {
        const { openTable } = await import('../online/make');
        go(`#/online/${await openTable(wish)}`);
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        const refused = `page.online.refused.${code}`;
        const words = hasText(refused) ? t(refused) : code === 'gone' ? '' : message;
        toast(words || t('page.online.no-server'), { kind: 'bad' });
      }
    });
  }

  // The same for everybody: default options, one opponent.
  day(): Promise<void> {
    const you = { name: settings.name || t('page.you') };
    const level = plan.levels[Math.floor(plan.levels.length / 2)];
    const seats = plan.counts.includes(2) ? [you, { name: 'Anselm', bot: level }] : [you];
    return this.here({
      options: { players: seats.length },
      pack: null,
      seats,
      seed: seedOfDay(plan.game, today()),
      undo: 'turn',
      day: today(),
    });
  }
}

export const starting = new Starting();
