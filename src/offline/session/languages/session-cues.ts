/** A feeling that the tone of a session can show. */
export const toneNames = ['glad', 'relieved', 'worried', 'annoyed', 'sad', 'tired'] as const
export type ToneName = (typeof toneNames)[number]

/** What the tone is called in a language, and the cues by which its texts show it. */
export interface ToneCues {
  readonly label: string
  readonly cues: RegExp
}

/**
 * The forms of a verb for a task, separated by commas, as five parts separated by slashes: the infinitive; the present and the future of the
 * first person; the present and the future of the third person; and the forms that report that it was done. Folded.
 */
export type TaskForms = string

/** The cues of promises and what becomes of them in one language. All patterns match text folded by `foldText`. */
export interface SessionCues {
  /** The verbs of tasks, by what they mean in all languages. */
  readonly tasks: Readonly<Record<string, TaskForms>>
  /** Whether words are not separated by spaces. */
  readonly isUnspaced?: true
  /** Whether all nouns are capitalized, so that capitals do not show names. */
  readonly capitalizesNouns?: true
  /** Whether the verb of a task may be far from what says that it is one. */
  readonly isVerbFree?: true
  /** "I need to", with adverbs. What follows is the task. */
  readonly duty: RegExp
  /** "It is necessary that I", in languages where a verb in the first person follows. */
  readonly obligation?: RegExp
  /** "I'll", with adverbs. What follows is the task. */
  readonly promise: RegExp
  /** The subject that a promise in the present names. Matches anything where none is needed. */
  readonly self: RegExp
  /** "Remind me to". What follows is the task. */
  readonly remind: RegExp
  /** "Can you". What follows is the task. */
  readonly ask: RegExp
  /** What follows the name of somebody who will do something: "will", "promised to". */
  readonly other: RegExp
  /** A day or a time ahead, with its preposition. Global. */
  readonly due: RegExp
  /** What makes a sentence a condition, a wish, a refusal or a report of what others say. It opens and closes nothing. */
  readonly unreal: RegExp
  /** What makes a part of a sentence no report: "not", "will", "almost". */
  readonly notDone: RegExp
  /** Reports that fit any task: "done", "finished". Global. */
  readonly done: RegExp
  /** "Did you": asks whether something is done. */
  readonly asksDone: RegExp
  /** "No longer needed", "forget about". Global. */
  readonly dropped: RegExp
  /** The beginning of a part of a sentence that reports what somebody else did. Matches text as it was written. */
  readonly thirdPerson: RegExp
  /** Where a sentence is split into parts. */
  readonly clause: RegExp
  /** Words that say nothing about which task is meant, separated by spaces. */
  readonly noise: string
  readonly tones: Readonly<Record<ToneName, ToneCues>>
}
