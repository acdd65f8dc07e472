export { rules } from './rules';
export { tutorial } from './tutorial';
