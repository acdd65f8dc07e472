// At which tables of the server it is one's turn: known only if there is such a table.
import { maybeSignedIn } from '../../online/signed';
import { seats } from '../../store';
import { serverHere } from '../server.svelte';

export interface Turn {
  id: string;
  game: string;
}

// For as long as the component lives that calls it.
export function waitingTurns(): () => Turn[] {
  let turns = $state.raw<Turn[]>([]);
  $effect(() => {
    if (!serverHere()) return;
    let stop: (() => void) | undefined;
    let gone = false;
    void seats.list().then(async (kept) => {
      if (!maybeSignedIn() && !kept.some((one) => !one.over)) return;
      const [{ MyTables }, { followTurns }] = await Promise.all([
        import('../../online/mine.svelte'),
        import('../online/turns.svelte'),
      ]);
      if (gone) return;
      const mine = new MyTables();
      const close = mine.open();
      const follow = $effect.root(() => {
        followTurns(() => mine);
        $effect(() => {
          turns = mine.waiting;
        });
      });
      stop = () => {
        follow();
        close();
      };
    });
    return () => {
      gone = true;
      stop?.();
    };
  });
  return () => turns;
}
