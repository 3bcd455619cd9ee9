/**
 * The cues by which the offline model understands one language. All patterns match text folded by `foldText`: in lower case, Latin letters
 * without accents, with plain apostrophes.
 */
export interface LanguageCues {
  /** Words that carry no topic, separated by spaces. */
  readonly functionWords: string
  /** Words that are frequent in questions about the past, whatever the topic. */
  readonly fillers: RegExp
  /** Words before a question or a request, without what separates them: "so", "please". */
  readonly leads: string
  /** Questions without a question mark, and requests to look something up. Matched at the beginning of a sentence, after leads. */
  readonly questions: readonly RegExp[]
  /** The name of a section with few other words, used in place of a question: "decisions last week". */
  readonly sectionAlone: RegExp
  /** The words by which a question asks for a section of the summaries, or for a whole day. */
  readonly focus: { readonly decisions: RegExp; readonly open: RegExp; readonly goals: RegExp; readonly summary: RegExp }
  /** A whole sentence that is only a greeting. */
  readonly greeting: RegExp
  /** Questions about the bot itself. */
  readonly abilities: RegExp
  /** The beginning of thanks. */
  readonly thanks: RegExp
  /** The beginning of a request to remember something, up to what is to be remembered. Matched after leads. */
  readonly remember: RegExp
  /** The end of such a request, in languages that put the verb last. */
  readonly rememberEnd?: RegExp

  // The cues that sort sentences into the lists of a summary.
  readonly undecided: RegExp
  readonly decision: RegExp
  readonly openLoop: RegExp
  readonly nextStep: RegExp
  readonly goal: RegExp
  readonly completion: RegExp
  /** Words at the beginning of a sentence that a bullet leaves out. */
  readonly openings: string
}
