import type { ComponentsModule } from '../../types';
import Components from './Components.svelte';
import { groups, part, place, sample, tally } from './words';

export const components: ComponentsModule = { Components, groups, part, place, sample, tally };
