"""Dead-end rules of planning domains: learned from small instances, proved for every instance."""
