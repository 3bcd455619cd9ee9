import { z } from 'zod'
import { hasUnnamedThemes, listThemes } from '../../memory/themes.ts'
import type { Store } from '../../store/store.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the memory.list_themes tool. */
export function memoryListThemes({ store }: { readonly store: Store }): Tool {
  return defineTool({
    name: 'memory_list_themes',
    description: 'Lists all themes.',
    isUseful: hasUnnamedThemes,
    input: z.strictObject({}),
    progress: 'progress.memory',
    run: async (context) => ({
      themes: (await listThemes(store.db, context)).map(({ slug, name, active }) => ({ slug, name, active_count: active })),
    }),
  })
}
