export const limit = 6;
export const separator = '…';
