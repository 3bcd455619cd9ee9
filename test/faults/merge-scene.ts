import type { StageRoom } from '../support/stages/stage.ts'
import { createCode, enterCode, yes } from './link-accounts.ts'
import { type Actor, answerTo, anyRepliesTo, type StagedBot, say, untilTold } from './staged-bot.ts'

/** An owner, a guest who wants the owner's rights or history, and somebody else. */
export interface MergeScene {
  readonly bot: StagedBot
  readonly owner: Actor
  readonly guest: Actor
  readonly other: Actor
  /** A room on the owner's platform, and one on the guest's. */
  readonly ownerRoom: StageRoom
  readonly guestRoom: StageRoom
  /** The number of the last link request, which anybody can guess. */
  readonly lastRequest: () => number
  readonly createCode: (actor: Actor) => Promise<string>
}

/** Creates codes, and counts them. */
export const countedCodes = () => {
  let count = 0
  return {
    lastRequest: () => count,
    async createCode(actor: Actor): Promise<string> {
      count++
      return createCode(actor)
    },
  }
}

/** Presses the newest button with this label, if there is one. */
export async function tryPress({ stage, person }: Actor, label: string): Promise<void> {
  if (!stage.shown(person).some(({ buttons }) => buttons.includes(label))) return
  await anyRepliesTo({ stage, person }, () => stage.press(person, label))
}

/** Types what the buttons for agreeing do, in place of whoever they were shown to. */
export async function typeAgreement({ lastRequest }: MergeScene, actor: Actor): Promise<void> {
  for (const answer of ['agree', 'agree-as-owner']) await say(actor, `/linking ${answer} ${lastRequest()}`)
}

export const ownerTypesCode = async ({ guest, owner, createCode: create }: MergeScene) => enterCode(owner, await create(guest))
export const guestTypesCode = async ({ guest, owner, createCode: create }: MergeScene) => enterCode(guest, await create(owner))

export async function agreeBoth({ guest, owner }: MergeScene): Promise<void> {
  await tryPress(guest, yes)
  await untilTold(owner, 'so your answer decides')
  await tryPress(owner, yes)
  await untilTold(guest, `Linked with ${owner.person.name}`)
}

/** Gives a command, and finds a number in the answer. */
export async function findNumber({ stage, person }: Actor, name: string, pattern: RegExp): Promise<string> {
  const text = await answerTo({ stage, person }, () => stage.command({ by: person, name }), pattern)
  return (pattern.exec(text) as RegExpExecArray)[1] as string
}
