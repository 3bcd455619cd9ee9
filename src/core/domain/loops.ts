/** Who owes an open loop: the user, the bot, or somebody else. */
export type LoopOwner = 'user' | 'bot' | 'other'
