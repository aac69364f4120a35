#pragma once
struct Matrix {
    float *data;
    void add(const Matrix &other);
    void copy(const Matrix &other);
    void fill(int threads);
};
