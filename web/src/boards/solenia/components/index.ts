import type { ComponentsModule } from '../../types';
import Components from './Components.svelte';
import { groups, place, sample, tally } from './words';

export const components: ComponentsModule = { Components, groups, place, sample, tally };
