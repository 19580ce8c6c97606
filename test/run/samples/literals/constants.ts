const prefix = 'imp';

export const imported = `${prefix}orted`;
