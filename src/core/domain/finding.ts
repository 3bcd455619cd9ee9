/** What an examination of one part of the setup came to, for whoever runs the program. */
export interface Finding {
  /** `note`: not in use, or worth knowing; nothing is wrong. */
  readonly state: 'good' | 'note' | 'problem'
  /** One or two sentences; of a problem, also what to do about it. */
  readonly text: string
}

export const good = (text: string): Finding => ({ state: 'good', text })
export const note = (text: string): Finding => ({ state: 'note', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
