// What an engine or a server refuses, as a sentence.
import { RequestError } from '../engine/client';
import type { EngineError } from '../engine/messages';
import { hasText, t } from '../text';

// What a server refuses it does not say in every language.
export function sentenceOf({ code, sentence, message }: EngineError): string {
  const key = `page.online.refused.${code}`;
  return sentence ?? (hasText(key) ? t(key) : message);
}

export const tellable = (error: unknown): string =>
  error instanceof RequestError ? sentenceOf(error.error) : t('page.table.failed.crash');
