// Which lesson is shown: one at a time, each once, the first in the list that fits. A lesson goes when
// it is dismissed, or when the decision it was shown for has been made: no lesson stops a move, and
// one that comes while others move waits for the learner's next decision.
import type { Lesson, LessonContext } from './types';

export type Seen = Omit<LessonContext, 'history'>;

export class Director {
  private readonly shown: string[];
  private now: Lesson | undefined;
  private asked = '';

  constructor(
    private readonly lessons: Lesson[],
    shown: string[] = [],
  ) {
    const known = new Set(lessons.map((one) => one.id));
    this.shown = shown.filter((id, at) => known.has(id) && shown.indexOf(id) === at);
  }

  get current(): Lesson | undefined {
    return this.now;
  }

  // In the order they were shown.
  get history(): string[] {
    return [...this.shown];
  }

  // To be called whenever the table has changed.
  look(seen: Seen): Lesson | undefined {
    // What is told may come bit by bit while the same decision stands.
    const asked = seen.moves.map((one) => one.move).join(' ');
    if (asked !== this.asked) {
      if (this.asked !== '') this.now = undefined;
      this.asked = asked;
    }
    if (!this.now) this.next(seen);
    return this.now;
  }

  dismiss(seen: Seen): Lesson | undefined {
    this.now = undefined;
    this.next(seen);
    return this.now;
  }

  private next(seen: Seen): void {
    const context: LessonContext = { ...seen, history: this.shown };
    this.now = this.lessons.find((one) => !this.shown.includes(one.id) && one.when(context));
    if (this.now) this.shown.push(this.now.id);
  }
}
