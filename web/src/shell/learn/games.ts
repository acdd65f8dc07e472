// What there is to learn about which game, in the order in which games are offered.
import { taught as known } from '../../boards';
import { allGames } from '../games';

export const taught: string[] = allGames.map((game) => game.id).filter((id) => known.includes(id));
