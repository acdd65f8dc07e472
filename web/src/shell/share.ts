// Giving something to somebody else: the system's own sheet where there is one, else the clipboard.
import { encodeChallengeLink, settings } from '../store';
import { t } from '../text';
import { factsOf } from './games';
import { addressOf } from './route.svelte';
import { freshSeed, type plan } from './setup.svelte';
import { toast } from './ui/toasts.svelte';

export async function shareLink(to: string, text: string): Promise<void> {
  const url = addressOf(to);
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    try {
      await navigator.share({ url, text });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast(t('page.copied'));
  } catch {
    // No clipboard: the person takes it from here.
    prompt(t('page.copy-this'), url);
  }
}

// The deal as it is set up now, to be played by somebody else and here.
export async function shareDeal(setup: typeof plan): Promise<void> {
  if (setup.seed.trim() === '' || setup.seedError) setup.seed = String(freshSeed());
  const own = setup.pack[setup.game] ?? '';
  const link = await encodeChallengeLink({
    game: setup.game,
    rules: factsOf(setup.game)?.rules ?? 1,
    options: setup.gameOptions(),
    seed: Number(setup.seed),
    pack: own === '' || own.startsWith('own:') ? null : own,
    bots: setup.seats.slice(1).map((seat) => (seat.kind === 'bot' ? seat.level : '')),
    name: settings.name,
    score: null,
  });
  await shareLink(`challenge/${link}`, t('page.challenge.invite'));
}
