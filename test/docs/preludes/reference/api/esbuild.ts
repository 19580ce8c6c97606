export const files = { 'src/app.ts': '' };
