import { type Actor, answerTo, command, press, untilTold } from './staged-bot.ts'

export const yes = 'Yes, that’s me'

/** Asks the bot for a link code. Other messages may come in between. */
export async function createCode(actor: Actor): Promise<string> {
  const answer = await answerTo(actor, () => actor.stage.command({ by: actor.person, name: 'link', args: {} }), codePattern)
  return codePattern.exec(answer)![0]
}

const codePattern = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/

export const enterCode = (actor: Actor, code: string) => command(actor, 'link', { code })

/** Links two accounts of the same person, who confirms on both. Neither is an owner's. */
export async function linkAccounts(requester: Actor, claimant: Actor): Promise<void> {
  await enterCode(claimant, await createCode(requester))
  await press(claimant, yes)
  await untilTold(requester, 'so your answer decides')
  await press(requester, yes)
  await untilTold(claimant, 'Linked with')
}
