/**
 * The words of one language that show what a text is about. Each cue is the source of a pattern, in which letters have either case. It
 * matches whole words, except in languages that do not separate them.
 */
export interface IntentCues {
  /** Whether words are not separated by spaces. */
  readonly isSpaceless?: boolean
  /** A question about what was said or done. */
  readonly pastQuestion: string
  /** A question about decisions. */
  readonly decisionQuestion: string
  /** A decision. */
  readonly decisionStatement: string
  /** A choice, which is a decision unless it is a habit: "we take the train". */
  readonly choiceStatement: string
  /** A habit: "often", "every day". */
  readonly habit: string
  /** The author of the text: "I", "our". */
  readonly speaker: string
  /** What the assistant said: "you suggested". */
  readonly assistantStatement: string
  /** A question about several things. */
  readonly severalQuestion: string
  /** A question about a day or a time. */
  readonly timeQuestion: string
  /** A day or a time. */
  readonly timeStatement: string
  /** A question about a price or a number of things. */
  readonly amountQuestion: string
  /** A number or a currency in words. */
  readonly amountWord: string
}
