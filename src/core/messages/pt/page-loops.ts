import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'Pendências',
  'page.loops.add': 'O que há para fazer?',
  'page.loops.add-hint': 'Se você puser um horário, eu lembro você: ligar para Ann na sexta às 9h',
  'page.loops.add-button': 'Adicionar',
  'page.loops.open': 'Pendente',
  'page.loops.closed': 'Concluído recentemente',
  'page.loops.none': 'Não há nada pendente',
  'page.loops.none-hint': 'Adicione o que você precisa fazer, ou simplesmente me diga na conversa.',
  'page.loops.move': 'Mudar a data',
  'page.loops.when': 'Nova data',
  'page.loops.when-hint': 'Por exemplo: amanhã, ou na próxima sexta às 9h',
  'page.loops.text': 'Novo texto',
  'page.loops.save': 'Salvar',
  'page.loops.source': 'Desta mensagem',
  'page.loops.closed-by': 'Concluído por esta mensagem',
  'page.loops.dropped': 'descartado',
  'page.loops.was-due': 'era para: {when}',
  'page.loops.all': 'Ver tudo',
  'page.loops.no-text': 'Escreva o que há para fazer.',
  'page.loops.too-long': 'É longo demais: cabem no máximo {most, number} caracteres. Encurte o texto.',
}
