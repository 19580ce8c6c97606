export const table = { name: ['tea', 'coffee'], price: [3.5, 12] };
