import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { WebOptions } from '../options.ts'
import { parseInput, wantsPage } from '../server/request-error.ts'
import { storeTheme } from '../server/theme.ts'
import { themes } from '../shared/theme.ts'

const themeShape = z.object({ theme: z.enum(themes, 'expected system, light or dark') })

/** Stores the theme that was chosen. Forms lead back to the settings, and the script stays where it is. */
export function themeRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/theme/', async (request, reply) => {
    const { theme } = parseInput(themeShape, request.body)
    storeTheme(options, reply, theme)
    return wantsPage(request) ? reply.redirect('/settings/', 303) : { theme }
  })
}
