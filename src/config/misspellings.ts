import { findNearestName } from '../core/lib/did-you-mean.ts'

/** Families of names that are all ours: there, a name with a word left out is taken for a mistake too. */
const families = ['TELEGRAM_', 'DISCORD_', 'SLACK_', 'WEB_', 'MODEL_', 'EMBEDDING_'] as const

/** Variables that nobody reads and that are nearly one of ours: a misspelt setting would be ignored without a word. */
export function findMisspelledVariables(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = findNearestName(name, known, name.length < 12 ? 1 : 2) ?? dropOneWord(name, known)
      return meant ? [`${name} is not a variable of Throughline. Did you mean ${meant}?`] : []
    })
}

function dropOneWord(name: string, known: readonly string[]): string | undefined {
  const family = families.find((prefix) => name.startsWith(prefix))
  const words = name.split('_')
  return family && known.find((other) => other.startsWith(family) && words.every((word) => other.split('_').includes(word)))
}
