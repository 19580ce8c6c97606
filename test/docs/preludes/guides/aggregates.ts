export const files = { 'measurements.txt': 'Hamburg;12.0\nBulawayo;8.9\nHamburg;8.4\n' };
