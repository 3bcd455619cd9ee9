import { findNearestName } from '../core/lib/did-you-mean.ts'

/** The prefixes of our variables. A name with one of them is also reported if it lacks a word. */
const families = ['TELEGRAM_', 'DISCORD_', 'SLACK_', 'WEB_', 'MODEL_', 'EMBEDDING_', 'ELEVENLABS_', 'VOICE_'] as const

/** Returns a message for each unknown variable that resembles one of ours, because a misspelled setting would be silently ignored. */
export function findMisspelledVariables(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = findNearestName(name, known, name.length < 12 ? 1 : 2) ?? dropOneWord(name, known)
      return nearest ? [`${name} is not a variable of Throughline. Did you mean ${nearest}?`] : []
    })
}

function dropOneWord(name: string, known: readonly string[]): string | undefined {
  const family = families.find((prefix) => name.startsWith(prefix))
  const words = name.split('_')
  return family && known.find((other) => other.startsWith(family) && words.every((word) => other.split('_').includes(word)))
}
