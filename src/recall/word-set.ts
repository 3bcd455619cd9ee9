/** The words of a list, which spaces stand between. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
