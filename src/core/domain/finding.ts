/** The result of checking one part of the setup, for the operator. */
export interface Finding {
  /** `note`: unused or worth knowing, but not wrong. */
  readonly state: 'good' | 'note' | 'problem'
  /** One or two sentences. For a problem, also what to do about it. */
  readonly text: string
}

export const good = (text: string): Finding => ({ state: 'good', text })
export const note = (text: string): Finding => ({ state: 'note', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
