export const search = {
  'find.nothing': 'Não encontrei nada. Tente menos palavras ou outras, ou escolha um dia com /days.',
  'find.more': 'Os {shown} melhores de {total} resultados. Acrescente palavras ou um dia para refinar.',
  'find.summary': 'resumo do dia',
  'find.who': '{who, select, you {você} other {eu}}',
  'find.link': 'abrir',
  'find.openButton': 'Abrir {number}',
  'message.none': 'Não há nenhuma mensagem #{id}.',
  'message.deleted': 'A mensagem #{id} foi apagada.',
  'message.alreadyDeleted': 'A mensagem #{id} já foi apagada.',
  'message.unfinished': 'Essa mensagem ainda está sendo escrita. Tente de novo quando ela terminar.',
  'open.source': '**{who, select, you {Você} other {Eu}}**, {day}, {time}',
  'open.above': '{source}, mais acima: [#{id}]',
}
