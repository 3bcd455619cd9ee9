import type { GetParts } from '../../recall/get.ts'
import type { SearchParts } from '../../recall/search.ts'
import type { Tool } from '../tool.ts'
import { conversationGet } from './conversation-get.ts'
import { conversationSearch } from './conversation-search.ts'

/** Every tool of the main agent. Runs that are not the main agent get none of them. */
export function tools(parts: SearchParts & GetParts): readonly Tool[] {
  return [conversationSearch(parts), conversationGet(parts)]
}
