import { buildCommand } from '@stricli/core'

/** Parses a word of the question. Throws if it is empty, because an empty question is a mistake. */
function parseWord(word: string): string {
  if (word.trim() === '') throw new Error('The question is empty.')
  return word
}

export const askCommand = buildCommand<object, string[]>({
  async loader() {
    const { runAsk } = await import('../ask.ts')
    return (_flags, ...words) => runAsk(words.join(' ').trim())
  },
  parameters: {
    positional: { kind: 'array', minimum: 1, parameter: { brief: 'The question', placeholder: 'question', parse: parseWord } },
  },
  docs: {
    brief: 'Prints the answer to one question, asked in your conversation',
    customUsage: ['"<question>"', { input: '-- "<question>"', brief: 'A question that begins with a dash' }],
  },
})
