import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'Pendientes',
  'page.loops.add': '¿Qué hay que hacer?',
  'page.loops.add-hint': 'Si pones una hora, te lo recuerdo: llamar a Ann el viernes a las 9',
  'page.loops.add-button': 'Añadir',
  'page.loops.open': 'Pendiente',
  'page.loops.closed': 'Cerrado hace poco',
  'page.loops.none': 'No hay nada pendiente',
  'page.loops.none-hint': 'Añade lo que tienes que hacer, o simplemente dímelo en la conversación.',
  'page.loops.move': 'Mover',
  'page.loops.when': 'Nueva fecha',
  'page.loops.when-hint': 'Por ejemplo: mañana, o el próximo viernes a las 9',
  'page.loops.text': 'Nuevo texto',
  'page.loops.save': 'Guardar',
  'page.loops.source': 'De este mensaje',
  'page.loops.closed-by': 'Cerrado por este mensaje',
  'page.loops.dropped': 'descartado',
  'page.loops.was-due': 'era para: {when}',
  'page.loops.all': 'Ver todo',
  'page.loops.no-text': 'Escribe qué hay que hacer.',
  'page.loops.too-long': 'Es demasiado largo: caben como máximo {most, number} caracteres. Acórtalo.',
}
