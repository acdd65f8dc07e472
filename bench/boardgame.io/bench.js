// Moves a second of the server beside this file, on a core of its own: every match makes one move, until both of its
// players have heard of it, and again. `node bench.js [MATCHES] [SECONDS]`
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { io } from "socket.io-client";

const matches = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 5);
const script = fileURLToPath(new URL("server.js", import.meta.url));
const server = spawn("taskset", ["-c", "0", process.execPath, script], {
  stdio: ["ignore", "pipe", "ignore"],
  env: { ...process.env, NODE_ENV: "production" },
});
const port = Number(
  String((await once(server.stdout, "data"))[0])
    .trim()
    .split("\n")
    .pop(),
);

// A player's connection, and the number of the last state that it was told.
async function enter(match, player) {
  const socket = io(`http://localhost:${port}/least`, { transports: ["websocket"], forceNew: true });
  const one = { socket, state: -1, heard: () => {} };
  const told = (state) => {
    one.state = state._stateID;
    one.heard();
  };
  const synced = new Promise((done) => {
    socket.on("sync", (_match, { state }) => {
      told(state);
      done();
    });
  });
  socket.on("update", (_match, state) => told(state));
  socket.emit("sync", match, player, undefined, 2);
  await synced;
  return one;
}

const tables = [];
for (let i = 0; i < matches; i++) {
  const name = `match-${i}`;
  tables.push({ name, players: [await enter(name, "0"), await enter(name, "1")], turn: 0 });
}

function move(table) {
  const player = String(table.turn);
  const { socket, state } = table.players[table.turn];
  const all = table.players.map((one) => new Promise((done) => (one.heard = () => one.state > state && done())));
  const payload = { type: "add", args: [1], playerID: player };
  socket.emit("update", { type: "MAKE_MOVE", payload }, state, table.name, player);
  table.turn = 1 - table.turn;
  return Promise.all(all);
}

let moves = 0;
const begun = performance.now();
while (performance.now() - begun < 1000 * seconds) {
  await Promise.all(tables.map(move));
  moves += tables.length;
}
const spent = (performance.now() - begun) / 1000;
console.log(`boardgame.io: ${Math.round(moves / spent)} moves/s, ${matches} matches of two, ${spent.toFixed(1)} s`);
server.kill();
process.exit(0);
