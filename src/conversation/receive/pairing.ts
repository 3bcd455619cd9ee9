import { notifyOwners } from '../../accounts/approve-access.ts'
import { platformInWords } from '../../core/domain/text.ts'
import type { InboundAction, InboundEdit, InboundMessage } from '../../core/ports/platform.ts'
import { claimUnapprovedNotice } from '../../people/access.ts'
import { type AccessRequest, formatRequesterName, requestAccess as openAccessRequest } from '../../people/access-requests.ts'
import type { AccountKey } from '../../people/users.ts'
import type { ConversationDeps } from '../deps.ts'

const known = 'This bot talks with people it knows.'
const setup = 'If it is your own, send `/start` and the code that it printed when it was started.'

/** What a stranger is told; undefined where they were told today, or refused. Nothing of what they said is stored. */
export async function startPairing(
  deps: ConversationDeps,
  key: AccountKey,
  { place, author }: InboundMessage | InboundEdit | InboundAction,
): Promise<string | undefined> {
  const once = async (text: string) => ((await claimUnapprovedNotice(deps, key)) ? text : undefined)
  if (deps.access === 'allowlist') return once(`${known} Whoever runs it decides who they are. ${setup}`)
  if (place.kind === 'shared') return once(`${known} Write to it directly, and it says how to be let in.`)

  const asked = await openAccessRequest(deps, key, { name: author.name, address: place.address })
  switch (asked.state) {
    case 'denied':
      return undefined
    case 'full':
      return once(`${known} Too many people are waiting to be let in just now: write again tomorrow.`)
    case 'waiting':
      return once(howToBeLetIn(asked.request))
    case 'new':
      await notifyOwners(deps, question(asked.request))
      await claimUnapprovedNotice(deps, key)
      return howToBeLetIn(asked.request)
  }
}

const howToBeLetIn = ({ code }: AccessRequest) =>
  `${known} Its owner can let you in: give them the code **${code}**, which they enter as \`/approve ${code}\`. It is good for 24 hours; until then, nothing of what you write is kept. ${setup}`

const question = (request: AccessRequest) => ({
  text: `${formatRequesterName(request)} would like to talk with me on ${platformInWords(request.platform)}. Their code is **${request.code}**: let them in only if it is the code that they tell you themselves. It is good for 24 hours.`,
  buttons: [
    { label: 'Let in', action: `/approve ${request.code}` },
    { label: 'Refuse', action: `/deny ${request.code}` },
  ],
})
