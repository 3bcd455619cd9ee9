import type { Translate } from '../../core/messages/messages.ts'
import type { ToolFindings } from './findings.ts'
import type { Period } from './period.ts'
import type { Question } from './question.ts'

/** The results of a search, as the basis of an answer. */
export interface OfflineSearch {
  /** Writes the answer. */
  readonly translate: Translate
  readonly question: Question
  /** The requested days. */
  readonly period: Period | undefined
  /** Whether those days contained nothing, so that other days were searched too. */
  readonly isWidened: boolean
  readonly findings: ToolFindings
}
