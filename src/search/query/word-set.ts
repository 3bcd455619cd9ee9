/** The words of a list, which spaces stand between. */
export const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
