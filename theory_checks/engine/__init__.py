"""Find papers, run their checks, keep a journal, resume, write records: knows no paper."""
