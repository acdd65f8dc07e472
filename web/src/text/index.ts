export {
  formatDate,
  formatList,
  formatNumber,
  hasText,
  language,
  languageFromCode,
  languages,
  needWords,
  openLanguage,
  setLanguage,
  t,
  type Language,
} from './lang.svelte';
export { literal, type Args } from './icu';
