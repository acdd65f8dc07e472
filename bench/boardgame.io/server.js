// The least that boardgame.io serves: a game for two in which each adds a number in turn.
import { createRequire } from "node:module";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const game = {
  name: "least",
  setup: () => ({ total: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, n) => {
      G.total += n;
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: 0, callback: () => {} });
console.log(running.appServer.address().port);
