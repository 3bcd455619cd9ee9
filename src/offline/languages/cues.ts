/** The cues by which the offline model answers questions in one language. All patterns match folded text, as in LanguageCues. */
export interface QuestionCues {
  /** Words that carry no topic, separated by spaces. */
  readonly functionWords: string
  /** Words that are frequent in questions about the past, whatever the topic. */
  readonly fillers: RegExp
  /** A request to look something up. Matched on a sentence without what leads to it. */
  readonly lookUp: RegExp
  /** The name of a section with few other words, used in place of a question: "decisions last week". */
  readonly sectionAlone: RegExp
  /** The words by which a question asks for a section of the summaries, or for a whole day. */
  readonly focus: { readonly decisions: RegExp; readonly open: RegExp; readonly goals: RegExp; readonly summary: RegExp }
}

/**
 * The cues by which the offline model understands one language. All patterns match text folded by `foldText`: in lower case, Latin letters
 * without accents, with plain apostrophes.
 */
export interface LanguageCues extends QuestionCues {
  /** A whole sentence that is only a greeting. */
  readonly greeting: RegExp
  /** Properties that a question asks for and that its answer need not name: "price", "colour". */
  readonly properties: RegExp
  /** Questions whose answer has a number: "how many", "when". */
  readonly quantities: RegExp
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

  readonly conversation: ConversationCues
  readonly references: ReferenceCues
}

/** The cues of what a sentence does in a conversation, for summaries. */
export interface ConversationCues {
  /** Encouragement and other talk that settles nothing: "let's see how it goes". */
  readonly vague: RegExp
  /** Words that a summary leaves out, as they are written. Global. */
  readonly hedges: RegExp
  /** Praise, thanks and feelings, which are no facts. */
  readonly praise: RegExp
  /** Others agree to what was proposed: "she agreed". */
  readonly agreement: RegExp
  /** A proposal or an offer: "we could", "how about". */
  readonly proposal: RegExp
  /** An offer to do something: "shall I". */
  readonly offer: RegExp
  /** The beginning of a message that accepts what was proposed. */
  readonly acceptance: RegExp
  /** The beginning of a message that refuses what was proposed. */
  readonly refusal: RegExp
  /** The beginning of a part of a sentence that asks the other one for help: "can you", "what do you think". */
  readonly request: RegExp
  /** How somebody wants to be answered from now on. */
  readonly instruction: RegExp
  /** The speaker: "I", "we", "my". */
  readonly self: RegExp
  /** The listener: "you", "your". */
  readonly listener: RegExp
  /** A day or a time, ahead or past: "tomorrow", "on Friday", "March". */
  readonly day: RegExp
  /** A number in words. */
  readonly numberWord: RegExp
  /** A time of day: "at nine", "17:30". */
  readonly clock: RegExp
  /** The beginning of a sentence that only continues the one before it: "it", "in total". */
  readonly continuation: RegExp
  /** A noun that was named before: "that certificate". */
  readonly pointing: RegExp
  /** Something in the past. */
  readonly past: RegExp
  /** That a value replaces an earlier one: "now", "instead". */
  readonly change: RegExp
  /** The forms of verbs that begin differently, separated by spaces and, between verbs, by commas: "buy bought, pay paid". */
  readonly verbForms: string
}

/** The grammatical genders and numbers of a word, as far as they are known: m, f, n, p for plural. */
export type Genders = string

/** How a language refers back to what was named. These patterns match text as it was written, and are global. */
export interface ReferenceCues {
  /** Things that a sentence names, with the groups `determiner`, which may be missing, and `noun`. */
  readonly things: RegExp
  /** Determiners and the genders that they leave possible. */
  readonly genders: Readonly<Record<string, Genders>>
  /** The genders of nouns whose form shows them. */
  readonly nounGenders?: readonly (readonly [RegExp, Genders])[]
  /** The genders of nouns that nothing else shows. */
  readonly defaultGenders: Genders
  /** The determiners that replace others when a thing is named again: a contract, the contract. */
  readonly definite: Readonly<Record<string, string>>
  /** What is written in place of two words: "à le" is "au". */
  readonly contractions?: readonly (readonly [RegExp, string])[]
  /** Whether words are not separated by spaces. */
  readonly isUnspaced?: boolean
  /** Persons, where capital letters do not show names. */
  readonly names?: RegExp
  /** What follows a name if it is a person: what people do. */
  readonly personVerbs: RegExp
  /** What stands before a name if it is a person: "with", "ask". */
  readonly personLead: RegExp
  /** Words for relatives, which stand for a person as a name does. */
  readonly relatives: Readonly<Record<'m' | 'f', RegExp>>
  readonly pronouns: readonly PronounRule[]
}

export interface PronounRule {
  readonly find: RegExp
  readonly genders: Genders
  /** What to write if it stands for a thing. `{}` is the thing, `{noun}` its noun without a determiner, and $1 and so on are groups. */
  readonly thing?: string
  /** What to write if it stands for a person. */
  readonly person?: string
}
