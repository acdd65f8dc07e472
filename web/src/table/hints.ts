// Hints: asked of the engine, and told on the screen they were asked at.
import type { SeatScreen } from './screen.svelte';
import type { Talk } from './talk';

// Throws what the engine answers when it cannot.
export async function askHint(talk: Talk, screen: SeatScreen): Promise<void> {
  const { viewer } = screen;
  if (viewer === null || !screen.mine || screen.hint?.running) return;
  screen.hint = { running: true, iterations: 0, moves: [], line: [] };
  try {
    const answer = await talk.hint(viewer, ({ best, iterations, line }) => {
      if (screen.hint && best) {
        screen.hint = { running: true, iterations, moves: [best], line };
      }
    });
    if (!screen.hint) return;
    screen.hint = {
      running: false,
      iterations: answer.iterations,
      moves: answer.moves,
      line: answer.line,
    };
  } catch (error) {
    screen.hint = null;
    throw error;
  }
}

export async function cancelHint(talk: Talk, screen: SeatScreen): Promise<void> {
  const running = screen.hint?.running;
  screen.hint = null;
  if (running) await talk.cancel().catch(() => undefined);
}
