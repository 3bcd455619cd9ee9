import type { Scores } from './ranking.ts'
import type { Evidence } from './word-evidence.ts'

/** The evidence that results in a score of one half. */
const halfScoreEvidence = 8
/** In score, strength counts for this much and density for the rest. */
const strengthShare = 0.7
/** The score of a message that its day's summary covers is multiplied by this. */
export const summarizedFactor = 0.85

/**
 * Combines both kinds of evidence for the score: their geometric mean, in which strength counts for more. Scores do not depend on what else
 * was found.
 */
export function toScores({ strength, density }: Evidence, factor?: number): Scores {
  return { score: toScore(strength ** strengthShare * density ** (1 - strengthShare), factor), density: toScore(density, factor) }
}

/** Maps evidence to a number from 0 to 1. Rounds it to six decimals, so that a cursor can hold it. */
export function toScore(evidence: number, factor = 1): number {
  return Math.round((evidence / (evidence + halfScoreEvidence)) * factor * 1e6) / 1e6
}
