// The pictures of the book; the numbers in them are those of the words beside them.
export const pictures = ['turn', 'card', 'removed'] as const;
