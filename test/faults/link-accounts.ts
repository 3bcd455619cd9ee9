import { type Actor, command, press, textOf, untilTold } from './staged-bot.ts'

export const yes = 'Yes, that’s me'

/** Asks the bot for a link code. */
export async function createCode(actor: Actor): Promise<string> {
  const text = textOf(await command(actor, 'link'))
  const [code] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text) ?? []
  if (code === undefined) throw new Error(`There is no link code in "${text}"`)
  return code
}

export const enterCode = (actor: Actor, code: string) => command(actor, 'link', { code })

/** Links two accounts of the same person, who confirms on both. Neither is an owner's. */
export async function linkAccounts(requester: Actor, claimant: Actor): Promise<void> {
  await enterCode(claimant, await createCode(requester))
  await press(claimant, yes)
  await untilTold(requester, 'so your answer decides')
  await press(requester, yes)
  await untilTold(claimant, 'Linked with')
}
