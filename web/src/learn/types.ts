// What a game hands over to be learned: its rules as a book, and a first game with lessons. The words
// are in data/lang: `rules.GAME.…` in rules-GAME.json, `tutorial.GAME.…` in tutorial-GAME.json.
import type { Component } from 'svelte';
import type { GameEvent, Move, SeatSetup, Status, View } from '../engine/messages';

// Symbols of a section are drawn as a list, each with its name (`icon.ID`) and meaning (`symbol.ID`).
export interface Section {
  id: string; // names the words, and the section in an address
  rules: string[]; // ids of the rules it explains: for tests, no reader sees them
  symbols?: string[];
}
export interface Chapter {
  id: string;
  icon: string; // a symbol of the sheet
  sections: Section[];
}
export interface RulesBook {
  game: string;
  pictures: readonly string[]; // of its examples, which say >[NAME] in front
  chapters: Chapter[];
}
// Draws them, with the symbols of the game. What a picture shows is said in the words beside it.
export type Pictures = Component<{ id: string }>;

// What a lesson points at, in names of the game's own: 'prompt', 'hand', 'space:c3', …
export type Target = string;

// All a lesson may look at.
export interface LessonContext {
  view: View;
  moves: Move[]; // of the learner; none while others decide
  events: GameEvent[]; // everything the learner was told since the beginning
  status: Status;
  viewer: number;
  draft: string[]; // what the learner has laid out together
  history: string[]; // lessons that were shown before
}

export interface Lesson {
  id: string; // names its words: ID.title and ID.text
  rules: string[];
  core: boolean; // nobody finishes a game without having seen it
  when(context: LessonContext): boolean;
  points?(context: LessonContext): Target | undefined;
  more?: string; // the section of the book to read on in
}

interface TutorialSetup {
  options: Record<string, string | number>;
  seed: number;
  seats: SeatSetup[];
  pack: string;
}

export interface Tutorial {
  game: string;
  setup(name?: string): TutorialSetup;
  lessons: Lesson[]; // the earlier of two that would do goes first
  selector(target: Target): string; // where a target is on the page
  free?: string; // what the card of a lesson may not cover, where the board leaves no room for it
}
