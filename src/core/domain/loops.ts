/** Who owes what a loop states: the user, the bot, or somebody else. */
export const loopOwners = ['user', 'bot', 'other'] as const
export type LoopOwner = (typeof loopOwners)[number]
