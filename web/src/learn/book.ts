// For writing down a book.
import type { Chapter, Section } from './types';

export const section = (id: string, ...rules: string[]): Section => ({ id, rules });
export const symbols = (id: string, ...list: string[]): Section => ({
  id,
  rules: [],
  symbols: list,
});
export const chapter = (id: string, icon: string, ...sections: Section[]): Chapter => ({
  id,
  icon,
  sections,
});
