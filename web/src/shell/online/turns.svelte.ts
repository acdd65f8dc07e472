// Tells that it is one's turn at tables that one does not look at just now.
import { untrack } from 'svelte';
import type { MyTables } from '../../online/mine.svelte';
import { sounds } from '../../table/sound';
import { t } from '../../text';
import { attention } from '../attention.svelte';
import { gameName } from '../games';
import { tellTurn, unsayTurn } from './notices';

// For as long as the component lives that calls it.
export function followTurns(mine: () => MyTables | null): void {
  let known: Set<string> | null = null;
  $effect(() => {
    const waiting = mine()?.waiting ?? [];
    const now = new Set(waiting.map((one) => one.id));
    untrack(() => (attention.elsewhere = now.size));
    const fresh = waiting.filter((one) => !known?.has(one.id));
    for (const one of fresh)
      void tellTurn(gameName(one.game), t('page.online.notify.turn'), one.id);
    for (const id of known ?? []) if (!now.has(id)) void unsayTurn(id);
    // What waited already when one came is seen, and need not be heard.
    if (known !== null && fresh.length > 0) sounds.play('yourturn');
    known = now;
  });
  $effect(() => () => {
    attention.elsewhere = 0;
  });
}
